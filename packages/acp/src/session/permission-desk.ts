import { crashPoint, type PermissionRequest, type PermissionState, type SessionHost } from "@agent-markup/core";
import type { PeerRequest } from "../transport/connection.ts";
import type { MessageId } from "../transport/message.ts";
import { permissionAnswer } from "./permission-request.ts";
import type { Turn } from "./turn.ts";

export interface PermissionDesk {
  /**
   * Gets the host's decision on a request and sends it; `turn` is the one it came in, if any. `refused` is told of a
   * refusal before the agent is. Rejects when the host cannot decide.
   */
  answer(
    peer: PeerRequest,
    request: PermissionRequest,
    session: string | null,
    turn: Turn | undefined,
    refused: () => void,
  ): Promise<void>;
  /** The agent takes its requests of this id back; they are answered all the same. */
  withdraw(id: unknown): void;
}

export interface DeskOptions {
  readonly host: SessionHost;
  readonly modeSwitchAllowed: boolean;
  hostFailed(error: unknown): void;
}

/**
 * Answers permission requests, each after the host has recorded its decision and never before (agents.md 3). When the
 * turn is stopped meanwhile, the host is asked once more, and what it then records is what the agent is told.
 */
export function permissionDesk({ host, modeSwitchAllowed, hostFailed }: DeskOptions): PermissionDesk {
  const open = new Set<{ readonly id: MessageId; readonly withdrawal: AbortController }>();

  const decide = async (request: PermissionRequest, ourSession: string | null, withdrawn: AbortSignal) => {
    const stateOf = (cancelled: boolean): PermissionState => ({ ourSession, cancelled, modeSwitchAllowed });
    // This one cannot be withdrawn any more: it is what the agent is told, so it must be recorded.
    const decideCancelled = () => host.permission(request, stateOf(true), new AbortController().signal);
    if (withdrawn.aborted) return decideCancelled();
    const first = host.permission(request, stateOf(false), withdrawn);
    // Withdrawn or not, a host that cannot record is not one to go on with.
    first.catch(hostFailed);
    const decision = await Promise.race([first, aborted(withdrawn)]);
    return decision === undefined || withdrawn.aborted ? decideCancelled() : decision;
  };

  return {
    async answer(peer, request, session, turn, refused) {
      const entry = { id: peer.id, withdrawal: new AbortController() };
      const { signal } = entry.withdrawal;
      // Outside of a turn nothing is to be allowed any more.
      const withdrawn = turn === undefined ? AbortSignal.abort() : AbortSignal.any([turn.withdrawn, signal]);
      const answering = decide(request, session, withdrawn).then((decision) => {
        if (!decision.allows) refused();
        peer.answer(permissionAnswer(decision));
        crashPoint("permission-answered");
        return decision;
      });
      open.add(entry);
      try {
        await (turn === undefined ? answering : turn.whileAnswering(answering));
      } finally {
        open.delete(entry);
      }
    },
    withdraw(id) {
      for (const entry of open) if (entry.id === id) entry.withdrawal.abort();
    },
  };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const settle = () => resolve(undefined);
    if (signal.aborted) settle();
    else signal.addEventListener("abort", settle, { once: true });
  });
}
