import { type OfferedTools, type SessionHost, stepResultName } from "@agent-markup/core";
import { isObject } from "../transport/message.ts";
import type { Happening } from "./recorded-prompt.ts";

/** Characters of JSON that the events of one prompt may take: an agent that floods must not fill the disk. */
const maxEventLength = 8 * 1024 * 1024;

export interface Listening {
  /** Stands between an agent and the host, and keeps what passes. */
  readonly host: SessionHost;
  /** What has come since it was last taken. */
  taken(): readonly Happening[];
}

/** Keeps what an agent tells and asks, in order; events that would be too much are left out, and a note says how many. */
export function listening(host: SessionHost): Listening {
  let happenings: Happening[] = [];
  let length = 0;
  let leftOut = 0;
  return {
    host: {
      event(event) {
        host.event(event);
        length += JSON.stringify(event).length;
        if (length > maxEventLength) leftOut++;
        else happenings.push({ event });
      },
      async permission(request, state, withdrawn) {
        const decision = await host.permission(request, state, withdrawn);
        // Void: the adapter asks again, and what counts comes then.
        if (!withdrawn.aborted) happenings.push({ permission: { request, state, decision } });
        return decision;
      },
      ...(host.offered === undefined
        ? {}
        : { offered: hearing(host.offered, (result) => happenings.push({ result })) }),
      ...(host.transcript === undefined ? {} : { transcript: host.transcript.bind(host) }),
    },
    taken() {
      const note = { type: "note", text: `${leftOut} more events are not in the recording` } as const;
      const all = leftOut === 0 ? happenings : [...happenings, { event: note }];
      happenings = [];
      length = 0;
      leftOut = 0;
      return all;
    },
  };
}

/** Keeps the result of a step that was taken, as it may be written down. */
function hearing(offered: OfferedTools, taken: (result: Record<string, unknown>) => void): OfferedTools {
  return {
    list: () => offered.list(),
    async call(call) {
      const reply = await offered.call(call);
      if (call.tool === stepResultName && !reply.isError && isObject(call.recorded)) taken(call.recorded);
      return reply;
    },
  };
}
