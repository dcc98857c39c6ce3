import type { Account, Standing } from "@agent-markup/core";

/** How a plan stands and what to do now, in a few lines. */
export function standingText(standing: Standing): string {
  const { plan, run, status, counts } = standing;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const settled = `${counts.done} done, ${counts.skipped} skipped of ${total}`;
  return [`Plan ${plan} (run ${run}) is ${status}: ${settled}.`, ...whatNow(standing)].join("\n");
}

/** The same, with every step. */
export function accountText(account: Account): string {
  const { steps, counts } = account;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const lines = steps.map(({ id, label, status, attempt, error, decision, skipped }) => {
    const details = [
      attempt > 1 ? `attempt ${attempt}` : "",
      decision === undefined ? "" : `decided ${JSON.stringify(decision)}`,
      skipped ?? "",
      error ?? "",
    ].filter((detail) => detail !== "");
    return `  ${id} (${label}): ${status}${details.length === 0 ? "" : `, ${details.join(", ")}`}`;
  });
  const rest = total > steps.length ? [`  and ${total - steps.length} more`] : [];
  return [standingText(account), ...lines, ...rest].join("\n");
}

function whatNow({ run, status, ready, inProgress, checkpoints, obstacles }: Standing): string[] {
  if (status === "done") return ["Nothing is left to do."];
  if (status === "cancelled") return ["A person ended it; nothing more of it is done."];
  return [
    ...inProgress.map(({ step, attempt }) => `In progress: ${step}, attempt ${attempt}.`),
    ...(ready.length === 0 ? [] : [`Ready: ${ready.join(", ")}. plan_next gives the next one.`]),
    ...obstacles.map(({ step, status: why, why: reason }) => `Not done: ${step} is ${why}: ${reason}`),
    ...checkpoints.map(({ step, message, choices, id }) => {
      const labels = choices.map(({ id: choice }) => choice).join(", ");
      return `A person is asked about ${step}: ${message} (${labels}). Tell yours: aml approve ${run} ${JSON.stringify(id)} --choose ...; plan_next goes on afterwards.`;
    }),
  ];
}
