import { parse } from "@agent-markup/core";
import { packageOfFile } from "../packages/core/dist/3-register/package.js";
import { register } from "../packages/core/dist/3-register/register.js";
import { resolve } from "../packages/core/dist/4-resolve/resolve.js";
import { atMost, interleaved } from "./measure.mjs";

const pairs = 5_000;
const generations = 3_200;

/**
 * Registration and resolution at a size of many skill folders, with the parsing already done.
 * @returns {Promise<import("./measure.mjs").Row[]>}
 */
export async function definitions() {
  const pairsText = times(
    pairs,
    (at) =>
      `<skill define="interface" name="i${at}"/><skill define="implementation" name="m${at}" implements="i${at}">Do it.</skill><skill interface="i${at}"/>\n`,
  );
  const chainText = times(
    generations,
    (at) =>
      `<skill define="contract" name="c${at}"${at === 0 ? "" : ` extends="c${at - 1}"`}><field name="f${at}" type="string"/></skill>\n`,
  );
  const all = read(pairsText);
  const chain = read(chainText);
  const measured = await interleaved(
    {
      all: () => registerAndResolve(all, pairs),
      names: () => lookUp(2 * pairs),
      chain: () => registerAndResolve(chain, 0),
      parents: () => walkParents(generations),
    },
    { rounds: 25, warmUp: 5, computes: true },
  );
  return [
    atMost({
      what: "10,000 definitions registered and resolved",
      figure: measured.all,
      unit: "ms",
      peer: "as many names put into a Map and looked up",
      ratio: measured.all / measured.names,
      atMost: 100,
    }),
    atMost({
      what: "extends chain of 3,200 contracts",
      figure: measured.chain,
      unit: "ms",
      peer: "as many names put into a Map and walked from child to parent",
      ratio: measured.chain / measured.parents,
      atMost: 20,
    }),
  ];
}

/**
 * @param {number} count
 * @param {(at: number) => string} piece
 */
function times(count, piece) {
  return Array.from({ length: count }, (_, at) => piece(at)).join("");
}

/** @param {string} text */
function read(text) {
  const { document, diagnostics } = parse({ file: "definitions.md", text });
  if (diagnostics.length > 0) throw new Error(`the text of the bench is not clean: ${diagnostics[0]?.message}`);
  return document;
}

/**
 * @param {import("@agent-markup/core").Document} document
 * @param {number} invocations
 */
function registerAndResolve(document, invocations) {
  const { registry, diagnostics } = register([{ document, package: packageOfFile(document.source) }]);
  const resolved = resolve([document], registry);
  const found = [...diagnostics, ...resolved.diagnostics];
  if (found.length > 0) throw new Error(`the definitions of the bench are not clean: ${found[0]?.message}`);
  if (resolved.resolutions.size !== invocations) throw new Error("an invocation was not resolved");
}

/** @param {number} count */
function lookUp(count) {
  const names = new Map();
  for (let at = 0; at < count; at++) names.set(`i${at}`, at);
  for (let at = 0; at < count; at++) if (names.get(`i${at}`) !== at) throw new Error("a name was lost");
}

/** @param {number} count */
function walkParents(count) {
  const parents = new Map();
  for (let at = 1; at < count; at++) parents.set(`c${at}`, `c${at - 1}`);
  let steps = 0;
  for (let name = `c${count - 1}`; parents.has(name); name = parents.get(name)) steps++;
  if (steps !== count - 1) throw new Error("the chain was cut");
}
