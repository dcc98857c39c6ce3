import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { toolWorkspace } from "../testing/tool-workspace.ts";
import { judgedLookup, type Lookup } from "./fetch/exchange.ts";
import { webFetch } from "./web-fetch.ts";

const { context, remove } = toolWorkspace();
remove();

/** A server on loopback: its port, and the paths that were asked for. */
async function serve(answer: RequestListener): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server has no port");
  return { port: address.port, asked };
}

const hello: RequestListener = (_, response) => void response.setHeader("content-type", "text/plain").end("hello");
const redirect =
  (location: string, status = 302): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { location }).end();
const get = (url: string, privateHosts: readonly string[] = ["127.0.0.1"], given = {}, more = {}) =>
  webFetch({ privateHosts }).run({ arguments: { url, ...given } }, { ...context, ...more });
const leadingTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("web_fetch refuses, without a connection", () => {
  test.each([
    ["a call without an address", {}, 'the argument "url" is missing'],
    ["what is no address", { url: "example" }, "example is no URL"],
    ["a file", { url: "file:///etc/passwd" }, "is neither http nor https"],
    ["another protocol", { url: "ftp://example.com/a" }, "is neither http nor https"],
    ["data", { url: "data:text/plain,a" }, "is neither http nor https"],
    ["a password", { url: "https://kim:secret@example.com/" }, "https://example.com is given a user or a password"],
    ["loopback", { url: "http://127.0.0.1/" }, "127.0.0.1 is no public address"],
    ["loopback as one number", { url: "http://2130706433/" }, "127.0.0.1 is no public address"],
    ["loopback in other digits", { url: "http://0x7f.0.1/" }, "127.0.0.1 is no public address"],
    ["loopback of IPv6", { url: "http://[::1]:8080/" }, "::1 is no public address"],
    ["loopback of IPv4 in IPv6", { url: "http://[::ffff:127.0.0.1]/" }, "is no public address"],
    ["a private address", { url: "http://192.168.0.1/" }, "192.168.0.1 is no public address"],
    ["a metadata service", { url: "http://169.254.169.254/latest/" }, "169.254.169.254 is no public address"],
    ["a unique-local address", { url: "http://[fd00:ec2::254]/" }, "is no public address"],
    ["more than it reads", { url: "http://8.8.8.8/", max_bytes: 1e9 }, '"max_bytes" is at most'],
    ["an argument it does not know", { url: "http://8.8.8.8/", method: "POST" }, "known are url, max_bytes"],
  ])("%s", async (_, given, message) => {
    const result = await webFetch().run({ arguments: given }, context);
    expect(result.failure).toEqual({ code: "refused", message: expect.stringContaining(message) });
  });
});

describe("an address that is not public is refused", () => {
  test("behind a name", async () => {
    const { port, asked } = await serve(hello);
    const result = await get(`http://localhost:${port}/`, []);
    expect(result.failure).toEqual({
      code: "refused",
      message: expect.stringMatching(/^localhost leads to .+, which is no public address/),
    });
    expect(asked).toEqual([]);
  });

  test("on another port than the one that is allowed", async () => {
    const { port, asked } = await serve(hello);
    expect((await get(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port + 1}`])).failure?.code).toBe("refused");
    expect((await get(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port}`])).output.text).toBe("hello");
    expect(asked).toEqual(["/"]);
  });

  test("after a redirect, though the first place is allowed", async () => {
    const secret = await serve(hello);
    const open = await serve(redirect(`http://127.0.0.1:${secret.port}/secret`));
    const result = await get(`http://127.0.0.1:${open.port}/`, [`127.0.0.1:${open.port}`]);
    expect(result.failure).toEqual({ code: "refused", message: expect.stringContaining("is no public address") });
    expect([open.asked, secret.asked]).toEqual([["/"], []]);
  });

  test("after a redirect to a name that leads there", async () => {
    const secret = await serve(hello);
    const open = await serve(redirect(`http://inner.test:${secret.port}/`));
    const fetch = webFetch({ privateHosts: ["open.test"], lookup: leadingTo("127.0.0.1") });
    const result = await fetch.run({ arguments: { url: `http://open.test:${open.port}/` } }, context);
    expect(result.failure?.message).toContain("inner.test leads to 127.0.0.1, which is no public address");
    expect([open.asked, secret.asked]).toEqual([["/"], []]);
  });

  test("though the name led elsewhere the first time it was looked up", async () => {
    const { port, asked } = await serve(hello);
    const answers = [["8.8.8.8"], ["127.0.0.1"]];
    const rebinding: Lookup = (name) => leadingTo(...(answers.shift() ?? []))(name);
    const target = { url: new URL(`http://rebind.test:${port}/`), mayBePrivate: false };
    const connectsTo = () =>
      new Promise((resolve) =>
        judgedLookup(target, rebinding)("rebind.test", { all: true }, (error, found) =>
          resolve(error?.message ?? found),
        ),
      );
    expect(await connectsTo()).toEqual([{ address: "8.8.8.8", family: 4 }]);
    expect(await connectsTo()).toContain("leads to 127.0.0.1");
    expect(asked).toEqual([]);
  });

  test("among others of the same name, which alone are connected to", async () => {
    const target = { url: new URL("http://mixed.test/"), mayBePrivate: false };
    const lookup = judgedLookup(target, leadingTo("10.0.0.1", "8.8.8.8", "fd00::1"));
    const all = await new Promise((resolve) => lookup("mixed.test", { all: true }, (_, found) => resolve(found)));
    const one = await new Promise((resolve) => lookup("mixed.test", { all: false }, (_, found) => resolve(found)));
    expect([all, one]).toEqual([[{ address: "8.8.8.8", family: 4 }], "8.8.8.8"]);
  });
});

describe("web_fetch fails", () => {
  test.each<[string, RequestListener, string, string]>([
    [
      "on an error status",
      (_, response) => void response.writeHead(404).end("gone"),
      "failed",
      "answers 404 Not Found",
    ],
    [
      "on a redirect without a place",
      (_, response) => void response.writeHead(302).end(),
      "failed",
      "answers 302 Found",
    ],
    ["on redirects in a circle", redirect("/again"), "failed", "leads on more than 5 times"],
    ["on a redirect to another protocol", redirect("file:///etc/passwd"), "refused", "is neither http nor https"],
    [
      "on a cut connection",
      (_, response) => void response.socket?.destroy(),
      "failed",
      "cannot be reached: the connection was cut",
    ],
    [
      "on a body that is cut",
      (_, response) =>
        void response.writeHead(200, { "content-length": 10 }).write("half", () => response.socket?.destroy()),
      "failed",
      "cannot be reached: the connection was cut",
    ],
    [
      "on what is no HTTP",
      (_, response) => void response.socket?.end("SSH-2.0\r\n"),
      "failed",
      "cannot be reached: Parse Error",
    ],
    [
      "on an image",
      (_, response) => void response.setHeader("content-type", "image/png").end("x"),
      "refused",
      "is no text: image/png",
    ],
    [
      "on bytes that are no text",
      (_, response) => void response.setHeader("content-type", "text/plain").end(Buffer.of(0xff, 0xfe)),
      "refused",
      "is no utf-8 text",
    ],
    ["on a NUL", (_, response) => void response.end("a\0b"), "refused", "is no utf-8 text"],
    [
      "on an unknown encoding",
      (_, response) => void response.setHeader("content-type", "text/plain; charset=klingon").end("x"),
      "refused",
      "an encoding that is not known: klingon",
    ],
    [
      "on a compressed body",
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
      "refused",
      "is compressed (gzip)",
    ],
    [
      "on a body that says it is too long",
      (_, response) => void response.writeHead(200, { "content-length": 1001 }).end("x".repeat(1001)),
      "failed",
      "is longer than 1000 bytes",
    ],
    [
      "on a body that is too long and does not say so",
      (_, response) => {
        response.write("x".repeat(600));
        response.end("x".repeat(600));
      },
      "failed",
      "is longer than 1000 bytes",
    ],
  ])("%s", async (_, answer, code, message) => {
    const { port } = await serve(answer);
    const result = await get(`http://127.0.0.1:${port}/`, ["127.0.0.1"], { max_bytes: 1000 });
    expect(result.failure).toEqual({ code, message: expect.stringContaining(message) });
    expect(result.output.text).toBe("");
  });

  test("where nothing answers", async () => {
    const fetch = webFetch({ privateHosts: ["gone.test"], lookup: leadingTo("127.0.0.1") });
    const result = await fetch.run({ arguments: { url: "http://gone.test:1/" } }, context);
    expect(result.failure).toEqual({ code: "failed", message: "gone.test:1 cannot be reached: nothing answers there" });
  });

  test("on a name that has no address", async () => {
    const result = await webFetch({ lookup: leadingTo() }).run({ arguments: { url: "http://none.test/" } }, context);
    expect(result.failure?.message).toBe("none.test has no address");
  });

  test("at its time limit, when the answer never comes", async () => {
    const { port } = await serve(() => {});
    const result = await get(`http://127.0.0.1:${port}/`, ["127.0.0.1"], {}, { timeoutMs: 100 });
    expect(result).toMatchObject({
      timedOut: true,
      failure: { code: "timeout", message: "the time limit of 100 ms passed" },
    });
  });

  test("at its time limit, when the body never ends", async () => {
    const { port } = await serve((_, response) => void response.write("begun"));
    expect((await get(`http://127.0.0.1:${port}/`, ["127.0.0.1"], {}, { timeoutMs: 200 })).failure?.code).toBe(
      "timeout",
    );
  });

  test("when the run is stopped", async () => {
    const stop = new AbortController();
    const { port } = await serve(() => stop.abort());
    const result = await get(`http://127.0.0.1:${port}/`, ["127.0.0.1"], {}, { signal: stop.signal });
    expect(result.failure).toEqual({ code: "aborted", message: "the run was stopped" });
  });
});

describe("web_fetch gives", () => {
  test("the text of a page, found after redirects, and sends nothing that tells who asks", async () => {
    let sent = {};
    const { port, asked } = await serve((request, response) => {
      sent = request.headers;
      if (request.url === "/a") redirect("/b", 301)(request, response);
      else hello(request, response);
    });
    const result = await get(`http://127.0.0.1:${port}/a`);
    expect(result).toMatchObject({ output: { text: "hello" }, warnings: [] });
    expect(asked).toEqual(["/a", "/b"]);
    expect(Object.keys(sent).sort()).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
  });

  test.each([
    ["JSON", "application/json", Buffer.from('{"a": 1}'), '{"a": 1}'],
    ["a kind of JSON", "application/problem+json", Buffer.from("{}"), "{}"],
    ["another encoding", 'text/html; charset="ISO-8859-1"', Buffer.of(0x66, 0xfc, 0x72), "für"],
  ])("text as %s", async (_, type, body, text) => {
    const { port } = await serve((_, response) => void response.setHeader("content-type", type).end(body));
    expect((await get(`http://127.0.0.1:${port}/`)).output.text).toBe(text);
  });

  test("the beginning and the end of what is longer than the output may be", async () => {
    const { port } = await serve((_, response) => void response.end(`begin${"x".repeat(1000)}end`));
    const { output } = await get(`http://127.0.0.1:${port}/`, ["127.0.0.1"], {}, { outputLimit: 10 });
    expect(output).toEqual({ text: "begin\n[... 998 bytes cut ...]\nxxend", truncated: 998 });
  });
});
