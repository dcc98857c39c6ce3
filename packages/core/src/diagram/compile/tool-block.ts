import {
  blockBesideRun,
  blockNotRun,
  invalidJsonBlock,
  jsonBlockWithoutTool,
  runWithoutTool,
} from "../../diagnostics/catalogue.generated.ts";
import type { StepType, ToolBlock } from "../../plan/plan.ts";
import type { Place } from "../../text/source-file.ts";
import { placeIn } from "../excerpt.ts";
import { contentOf, type FencedBlock, fencedBlocks } from "../fenced-blocks.ts";
import { settingOf, type TypedDraft } from "./draft.ts";
import type { Report } from "./report.ts";
import type { StepDeclaration } from "./step-declaration.ts";

const runners: ReadonlySet<StepType> = new Set(["tool", "gate", "loop"]);

/**
 * What the runtime itself runs for a step: `run`, or the one fenced block of its body, exactly as written (diagram.md 3).
 * Undefined leaves the step to an agent.
 */
export function toolBlockOf(draft: TypedDraft, tools: readonly string[] | null, report: Report): ToolBlock | undefined {
  const { node, step, type } = draft;
  const run = settingOf(draft, "run");
  if (run !== undefined && !runners.has(type)) report(runWithoutTool({ at: run.place, node: node.id, type }));
  if (!runners.has(type)) return undefined;
  const blocks = step === null ? [] : fencedBlocks(step.body.text);
  const [block] = blocks;
  if (step !== null && block !== undefined && run !== undefined) {
    report(
      blockBesideRun({ at: run.place, node: node.id, related: [{ at: placeOf(step, block), message: "the block" }] }),
    );
  }
  if (run !== undefined) return { tool: "bash", text: run.value };
  if (step === null || block === undefined) return undefined;
  if (blocks.length > 1) {
    report(blockNotRun({ at: placeOf(step, block), node: node.id, reason: `its body has ${blocks.length} blocks` }));
    return undefined;
  }
  return readBlock(step, block, tools, report);
}

function readBlock(
  step: StepDeclaration,
  block: FencedBlock,
  tools: readonly string[] | null,
  report: Report,
): ToolBlock | undefined {
  const text = contentOf(step.body.text, block);
  if (block.info === "bash") return { tool: "bash", text };
  if (block.info === "json") return jsonBlock(step, block, text, tools, report);
  const sql = /^sql(?:\s+db=(?:"([^"]*)"|(\S+)))?$/.exec(block.info);
  if (sql !== null) {
    const database = sql[1] ?? sql[2];
    return { tool: "sql", text, ...(database === undefined ? {} : { database }) };
  }
  const reason = `nothing here runs \`${block.info || "a block without a language"}\``;
  report(blockNotRun({ at: placeOf(step, block), node: step.node, reason }));
  return undefined;
}

/** The arguments of the one tool that the step may use. */
function jsonBlock(
  step: StepDeclaration,
  block: FencedBlock,
  text: string,
  tools: readonly string[] | null,
  report: Report,
): ToolBlock | undefined {
  const at = placeOf(step, block);
  const [tool] = tools ?? [];
  if (tool === undefined || tools?.length !== 1) {
    report(jsonBlockWithoutTool({ at, node: step.node }));
    return undefined;
  }
  if (!isJsonObject(text)) report(invalidJsonBlock({ at, node: step.node }));
  return { tool, text };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function placeOf({ body }: StepDeclaration, { start, end }: FencedBlock): Place {
  return placeIn(body, start, end);
}
