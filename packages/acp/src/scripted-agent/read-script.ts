import {
  anything,
  count,
  flag,
  integer,
  listOf,
  mapOf,
  objectOf,
  type Reader,
  text,
  ValueError,
} from "../read-value.ts";
import { readError, readStep } from "./read-step.ts";
import type { AgentTraits, Answer, Choice, Script, Turn } from "./script.ts";

/** Reads a script from JSON text; throws a `ValueError` that says where it is wrong. */
export function readScript(json: string): Script {
  return script(parse(json), "");
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new ValueError(`the script is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const usualTraits: AgentTraits = {
  protocolVersion: 1,
  modes: undefined,
  models: undefined,
  log: undefined,
  closesSessions: true,
  loadsSessions: false,
  resumesSessions: false,
  signIn: [],
  answers: new Map(),
};

const steps = listOf(readStep);

const turn: Reader<Turn> = objectOf(["match", "index", "continued", "times", "steps"], (fields) => ({
  match: fields.optional("match", text),
  index: fields.optional("index", count),
  continued: fields.optional("continued", flag),
  times: fields.optional("times", count),
  steps: fields.required("steps", steps),
}));

const choice: Reader<Choice> = objectOf(["current", "available"], (fields) => ({
  current: fields.required("current", text),
  available: fields.required("available", listOf(text)),
}));

const answer: Reader<Answer> = objectOf(["steps", "hang", "error", "result"], (fields) => ({
  steps: fields.optional("steps", steps) ?? [],
  hang: fields.optional("hang", flag) ?? false,
  error: fields.optional("error", readError),
  result: fields.optional("result", anything),
}));

const signIn = objectOf(["name", "description"], (fields) => ({
  name: fields.required("name", text),
  description: fields.optional("description", text) ?? "",
}));

const traits: Reader<AgentTraits> = objectOf(
  [
    "protocolVersion",
    "modes",
    "models",
    "log",
    "closesSessions",
    "loadsSessions",
    "resumesSessions",
    "signIn",
    "answers",
  ],
  (fields) => ({
    protocolVersion: fields.optional("protocolVersion", integer) ?? usualTraits.protocolVersion,
    modes: fields.optional("modes", choice),
    models: fields.optional("models", choice),
    log: fields.optional("log", text),
    closesSessions: fields.optional("closesSessions", flag) ?? usualTraits.closesSessions,
    loadsSessions: fields.optional("loadsSessions", flag) ?? usualTraits.loadsSessions,
    resumesSessions: fields.optional("resumesSessions", flag) ?? usualTraits.resumesSessions,
    signIn: fields.optional("signIn", listOf(signIn)) ?? usualTraits.signIn,
    answers: fields.optional("answers", mapOf(answer)) ?? usualTraits.answers,
  }),
);

const script: Reader<Script> = objectOf(["agent", "turns"], (fields) => ({
  agent: fields.optional("agent", traits) ?? usualTraits,
  turns: fields.required("turns", listOf(turn)),
}));
