import type { OfferedCall, OfferedReply, OfferedTool, SessionHost } from "@agent-markup/core";

/** Tools for tests: `sql` and `notes`, of which agents have none, and `bash`, of which they have their own. */
export const offer: readonly OfferedTool[] = [
  { name: "sql", description: "Statements.", inputSchema: { type: "object" }, standsIn: false },
  { name: "notes", description: "Notes.", inputSchema: { type: "object" }, standsIn: false },
  { name: "bash", description: "Commands.", inputSchema: { type: "object" }, standsIn: true },
];

export interface OfferingHost {
  readonly host: Pick<SessionHost, "offered">;
  /** What was called, in that order. */
  readonly calls: OfferedCall[];
}

/** A host that offers tools, and what its calls come to. */
export function offeringHost(reply: (call: OfferedCall) => OfferedReply | Promise<OfferedReply> = said): OfferingHost {
  const calls: OfferedCall[] = [];
  return {
    calls,
    host: {
      offered: {
        list: () => offer,
        async call(call) {
          calls.push(call);
          return reply(call);
        },
      },
    },
  };
}

function said({ tool }: OfferedCall): OfferedReply {
  return { text: `${tool} ran`, isError: false };
}
