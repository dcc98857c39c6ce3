/** What a shell script consists of, as far as permission rules need to know (agents.md 2). */
export interface ShellScript {
  /** The simple commands of its compounds, white space folded. */
  readonly commands: readonly string[];
  /** It has a substitution, redirection, group or anything else that one cannot see through: no allow rule may match it. */
  readonly isOpaque: boolean;
}

const separators = new Set([";", "&", "|", "\n"]);
/** Outside quotes each of these can run or write something that the words do not show. */
const opaque = new Set(["`", "<", ">", "(", ")", "{", "}"]);
/** Words that begin a compound command: what follows is not what it seems. */
const keywords =
  /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|function|select|time|coproc|!|\[\[|eval|exec|source|\.|command|builtin|env|sudo|xargs|nohup|timeout|nice|(?:ba|da|z|k|fi)?sh)$/;
const assignment = /^[A-Za-z_]\w*\+?=/;

/** Splits a script at `;`, `&`, `|` and line ends outside quotes. It errs on the side of `isOpaque`. */
export function shellScript(text: string): ShellScript {
  const commands: string[] = [];
  let isOpaque = false;
  let command = "";
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote === "'") {
      if (character === "'") quote = null;
    } else if (character === "\\") {
      const escaped = text.charAt(++at);
      // A line that ends so goes on: the two halves of a word are one.
      if (escaped !== "\n") command += character + escaped;
      continue;
    } else if (character === "$" || character === "`") {
      // A variable may hold anything, and is split into words after the rule has looked.
      isOpaque = true;
    } else if (quote === '"') {
      if (character === '"') quote = null;
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (separators.has(character)) {
      commands.push(command);
      command = "";
      continue;
    } else if (character === "#" && /(?:^|[\s()])$/.test(command)) {
      // A quote in a comment opens nothing. Not every shell has comments everywhere, so what is in one counts as well.
      isOpaque = true;
      const end = text.indexOf("\n", at);
      at = (end === -1 ? text.length : end) - 1;
      continue;
    } else if (opaque.has(character)) isOpaque = true;
    command += character;
  }
  commands.push(command);
  const folded = commands.map((each) => each.trim().replace(/\s+/g, " ")).filter((each) => each !== "");
  return { commands: folded, isOpaque: isOpaque || quote !== null || folded.some(hidesAnother) };
}

function hidesAnother(command: string): boolean {
  const first = command.split(" ", 1)[0] ?? "";
  // A quoted name is run like a plain one, but reads like another.
  return assignment.test(first) || keywords.test(first) || /['"\\]/.test(first);
}
