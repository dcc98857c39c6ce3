import { once } from "node:events";
import { connect } from "node:net";
import { redaction } from "@agent-markup/core";
import { expect, onTestFinished, test, vi } from "vitest";
import { offer } from "../testing/offered-host.ts";
import { socketVariable } from "./bridge-words.ts";
import { openToolServer } from "./tool-server.ts";

const broken = new Error("broken");
vi.mock("./serve-tools.ts", () => ({
  serveTools: () => {
    throw broken;
  },
}));

test("a connection that cannot be served is closed, and the host is told", async () => {
  const failures: unknown[] = [];
  const unused = () => Promise.reject(new Error("not called here"));
  const { server, close } = await openToolServer(
    {
      offered: { list: () => offer, call: unused },
      tools: offer,
      redaction: redaction([]),
      turn: () => undefined,
      emit: () => {},
      hostFailed: (error) => failures.push(error),
    },
    "the token of this session",
  );
  onTestFinished(close);
  if (!("command" in server)) throw new TypeError("the server is no process");
  const socket = connect(server.env?.[socketVariable] ?? "");
  socket.write("the token of this session\n");
  await once(socket.resume(), "close");
  expect(failures).toEqual([broken]);
});
