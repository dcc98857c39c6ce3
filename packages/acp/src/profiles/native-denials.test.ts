import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ToolSet } from "@agent-markup/core";
import { describe, expect, it } from "vitest";
import { folder } from "../testing/scripted-session.ts";
import type { NativeDenials, Workplace } from "./profile.ts";
import { profileOf, shippedProfiles } from "./profiles.ts";

const everything: ToolSet = { allowed: null, denied: new Set() };
const without = (...tools: string[]): ToolSet => ({ allowed: null, denied: new Set(tools) });
const only = (...tools: string[]): ToolSet => ({ allowed: new Set(tools), denied: new Set() });

const told = (profile: string, tools: ToolSet, workplace: Partial<Workplace> = {}): NativeDenials =>
  profileOf(profile).nativeDenials(tools, { cwd: "/nowhere/at/all", environment: {}, ...workplace });

const json = (text: string | undefined): unknown => JSON.parse(text ?? "null");

describe("every profile of a real agent", () => {
  const agentProfiles = shippedProfiles.filter(({ name }) => !["scripted", "generic"].includes(name));

  it.each(agentProfiles.map(({ name }) => name))("%s denies nothing where everything is allowed", (name) => {
    expect(told(name, everything).denied).toEqual([]);
  });

  it.each(agentProfiles.map(({ name }) => name))("%s can be kept from running commands", (name) => {
    expect(told(name, without("bash")).denied).toContain("bash");
    expect(told(name, only("view", "grep")).denied).toContain("bash");
  });

  it.each(agentProfiles.map(({ name }) => name))("%s says where its agent is found", (name) => {
    const { launch } = profileOf(name);
    expect([typeof launch.program, typeof launch.package]).toEqual(["string", "string"]);
  });
});

describe("claude", () => {
  const options = (tools: ToolSet) => told("claude", tools).sessionMeta;

  it("is told to run no hooks, and to ask before anything that changes something", () => {
    const changing = ["Bash", "Monitor", "Edit", "MultiEdit", "NotebookEdit", "Write", "EnterWorktree", "Workflow"];
    const reaching = ["WebFetch", "WebSearch", "mcp__*", "CronCreate", "ScheduleWakeup"];
    expect(options(everything)).toEqual({
      claudeCode: {
        options: {
          disallowedTools: [],
          settings: {
            disableAllHooks: true,
            disabledMcpjsonServers: [],
            permissions: { ask: expect.arrayContaining([...changing, ...reaching]) },
          },
        },
      },
    });
  });

  it("is told which of its tools it may not use", () => {
    const { denied } = told("claude", without("edit", "web_fetch"));
    expect(denied).toEqual(["edit", "web_fetch"]);
    expect(options(without("edit", "web_fetch"))).toMatchObject({
      claudeCode: { options: { disallowedTools: ["Edit", "MultiEdit", "NotebookEdit", "WebFetch"] } },
    });
  });
});

describe("codex", () => {
  const configOf = (denials: NativeDenials) => json(denials.environment?.CODEX_CONFIG);

  it("is told of features that it may not use, over what the operator configured", () => {
    const environment = { CODEX_CONFIG: '{"model_provider":"x","features":{"shell_tool":true,"memories":true}}' };
    expect(configOf(told("codex", without("bash", "web_search"), { environment }))).toEqual({
      model_provider: "x",
      features: { hooks: false, shell_tool: false, memories: true },
      web_search: "disabled",
    });
    expect(configOf(told("codex", everything))).toEqual({ features: { hooks: false } });
  });

  it("cannot be kept from changing files, only made to ask", () => {
    expect(told("codex", only("view")).denied).toEqual(["bash", "web_search"]);
  });

  it.each(["[]", "{", '"x"'])("is not started with settings that cannot be added to: %s", (text) => {
    expect(() => told("codex", everything, { environment: { CODEX_CONFIG: text } })).toThrow(
      "CODEX_CONFIG must hold a JSON object",
    );
  });

  const rulesIn = (place: string) => {
    mkdirSync(join(place, "rules"), { recursive: true });
    writeFileSync(join(place, "rules", "default.rules"), 'prefix_rule(pattern=["touch"], decision="allow")\n');
    return join(place, "rules");
  };

  it("is doubted where the repository, or a folder above, brings rules that let commands run unasked", () => {
    const cwd = folder();
    expect(told("codex", everything, { cwd }).doubt).toBeUndefined();
    const rules = rulesIn(join(cwd, ".codex"));
    const doubt = `rules of codex in ${rules} let it run commands unasked`;
    expect(told("codex", everything, { cwd }).doubt).toBe(doubt);
    expect(told("codex", everything, { cwd: join(cwd, "packages", "one") }).doubt).toBe(doubt);
  });

  it("is doubted where its owner once agreed to such rules", () => {
    const home = folder();
    rulesIn(join(home, ".codex"));
    expect(told("codex", everything, { environment: { HOME: home } }).doubt).toBeDefined();
    expect(told("codex", everything, { environment: { HOME: home, CODEX_HOME: folder() } }).doubt).toBeUndefined();
    expect(told("codex", everything, { environment: { CODEX_HOME: join(home, ".codex") } }).doubt).toBeDefined();
  });

  it("is not doubted where it cannot run commands at all, nor for other files", () => {
    const cwd = folder();
    rulesIn(join(cwd, ".codex"));
    expect(told("codex", without("bash"), { cwd }).doubt).toBeUndefined();
    const other = folder();
    mkdirSync(join(other, ".codex", "rules"), { recursive: true });
    writeFileSync(join(other, ".codex", "rules", "README.md"), "");
    expect(told("codex", everything, { cwd: other }).doubt).toBeUndefined();
  });
});

describe("gemini", () => {
  const ask = `[[rule]]
toolName = ["run_shell_command","replace","write_file","web_fetch","google_web_search","mcp_*"]
decision = "ask_user"
priority = 998
modes = ["default"]
`;

  it("is given a policy of the highest rank that asks", () => {
    expect(told("gemini", everything).file).toEqual({
      name: "policy.toml",
      text: ask,
      told: { argument: "--admin-policy" },
    });
  });

  it("is denied tools before it is asked for them", () => {
    expect(told("gemini", without("write", "grep")).file?.text).toBe(`[[rule]]
toolName = ["write_file","grep_search","search_file_content"]
decision = "deny"
priority = 999

${ask}`);
  });

  it("is told its model when it is started", () => {
    expect(profileOf("gemini").modelArguments?.("gemini-2.5-pro")).toEqual(["--model", "gemini-2.5-pro"]);
  });
});

describe("opencode", () => {
  const config = (denials: NativeDenials) => json(denials.environment?.OPENCODE_CONFIG_CONTENT);
  const nowhere = { cwd: "/nowhere/at/all", environment: {} };
  const session = () => {
    const { asking, nativeDenials } = profileOf("opencode");
    return { mode: asking.by === "mode" ? asking.mode : "", nativeDenials };
  };

  it("is given an agent of ours that asks, beside what the operator configured", () => {
    const environment = { OPENCODE_CONFIG_CONTENT: '{"model":"a/b","agent":{"build":{"prompt":"x"}}}' };
    const { mode, nativeDenials } = session();
    expect(config(nativeDenials(everything, { ...nowhere, environment }))).toEqual({
      model: "a/b",
      agent: {
        build: { prompt: "x" },
        [mode]: {
          mode: "primary",
          permission: {
            "*_*": "ask",
            plan_enter: "deny",
            plan_exit: "deny",
            question: "deny",
            task: "deny",
            bash: "ask",
            edit: "ask",
            webfetch: "ask",
            websearch: "ask",
          },
        },
      },
    });
  });

  it("is given an agent whose name no repository can know, in every session another", () => {
    const names = [session(), session(), session()].map(({ mode }) => mode);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^aml-[0-9a-f-]{36}$/);
    const shared = profileOf({ ...profileOf("opencode"), quietMs: 7 });
    expect([shared.quietMs, names.includes(shared.asking.by === "mode" ? shared.asking.mode : "")]).toEqual([7, false]);
  });

  it("is denied what it may not use, the two ways of changing files only together", () => {
    const { mode, nativeDenials } = session();
    const denials = nativeDenials(only("view", "write"), nowhere);
    expect([...denials.denied].sort()).toEqual(["bash", "glob", "grep", "web_fetch", "web_search"]);
    expect(config(denials)).toMatchObject({
      agent: { [mode]: { permission: { bash: "deny", edit: "ask", grep: "deny", webfetch: "deny" } } },
    });
    expect(config(nativeDenials(without("edit", "write"), nowhere))).toMatchObject({
      agent: { [mode]: { permission: { edit: "deny", bash: "ask" } } },
    });
  });
});

describe("qwen", () => {
  it("is given rules to ask and to deny in a file, and does nothing beside a turn", () => {
    const { file } = told("qwen", without("bash"));
    expect(file).toMatchObject({ name: "settings.json", told: { variable: "QWEN_CODE_SYSTEM_SETTINGS_PATH" } });
    expect(json(file?.text)).toEqual({
      permissions: {
        ask: [
          "run_shell_command",
          "monitor",
          "exec",
          "edit",
          "notebook_edit",
          "write_file",
          "web_fetch",
          "web_search",
          "mcp__*",
        ],
        deny: ["run_shell_command", "monitor", "exec"],
      },
      disableAllHooks: true,
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
      ui: { enableFollowupSuggestions: false },
    });
  });
});

describe("copilot", () => {
  it("is started without the tools that it may not use", () => {
    expect(told("copilot", without("write")).arguments).toEqual([
      "--excluded-tools=create",
      "--excluded-tools=apply_patch",
    ]);
  });

  const hook = '{"version":1,"hooks":{"preToolUse":[]}}';
  it.each([
    [".github/hooks/own.json", "hooks of copilot in PLACE/.github/hooks may allow what nobody was asked about"],
    [
      ".github/copilot/settings.json",
      "hooks of copilot in PLACE/.github/copilot/settings.json may allow what nobody was asked about",
    ],
  ])("is doubted where the repository brings hooks in %s", (path, doubt) => {
    const cwd = folder();
    expect(told("copilot", everything, { cwd }).doubt).toBeUndefined();
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), hook);
    expect(told("copilot", everything, { cwd }).doubt).toBe(doubt.replace("PLACE", cwd));
  });

  it.each(['{"\\u0068ooks":{"preToolUse":[]}}', '{/* */"hooks":{"preToolUse":[]},}', '{"hooks":'])(
    "is doubted however hooks are written, and where nobody can tell: %s",
    (text) => {
      const cwd = folder();
      const settings = join(cwd, ".github", "copilot", "settings.json");
      mkdirSync(dirname(settings), { recursive: true });
      writeFileSync(settings, text);
      expect(told("copilot", everything, { cwd }).doubt).toContain(settings);
    },
  );

  it("is doubted where its user has hooks, and not for other settings", () => {
    const home = folder();
    const environment = { COPILOT_HOME: home };
    writeFileSync(join(home, "settings.json"), '{"theme":"dark"}');
    expect(told("copilot", everything, { environment }).doubt).toBeUndefined();
    writeFileSync(join(home, "settings.json"), hook);
    expect(told("copilot", everything, { environment }).doubt).toContain(join(home, "settings.json"));
  });
});
