/** Writes answers to stdout and everything else to stderr, with colours only where they are wanted. */
import pico from 'picocolors';
import { ProgressLine } from './progressLine';
import type { Output, World } from './world';

export interface Colours {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const PLAIN: Colours = pico.createColors(false);
const ANSI: Colours = pico.createColors(true);

export interface Terminal {
  /** Colours for what goes to stdout. */
  colours: Colours;
  /** Colours for what goes to stderr. */
  noteColours: Colours;
  width: number;
  /** Whether a person can be asked. */
  canAsk: boolean;
  /** Writes to stdout unchanged. */
  write(text: string): void;
  /** Writes a line to stderr. */
  note(line: string): void;
  progress: ProgressLine;
}

export interface ColourWish {
  /** From `--color` and `--no-color`; undefined if neither was given. */
  color?: boolean | undefined;
}

/** Whether a stream gets colours: the option wins, then NO_COLOR, then FORCE_COLOR, then whether it is a capable terminal. */
export function hasColours(wish: ColourWish, env: World['env'], stream: Output): boolean {
  if (wish.color !== undefined) return wish.color;
  if (isSet(env.NO_COLOR)) return false;
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stream.isTTY === true && env.TERM !== 'dumb';
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

export function openTerminal(world: World, wish: ColourWish): Terminal {
  const { stdout, stderr, env, stdin } = world;
  const progress = new ProgressLine(stderr, stderr.isTTY === true && env.TERM !== 'dumb' && !isSet(env.CI), world.now);
  return {
    colours: hasColours(wish, env, stdout) ? ANSI : PLAIN,
    noteColours: hasColours(wish, env, stderr) ? ANSI : PLAIN,
    width: stdout.columns ?? 100,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    write: (text) => {
      progress.clear();
      stdout.write(text);
    },
    note: (line) => {
      progress.clear();
      stderr.write(`${line}\n`);
    },
    progress,
  };
}

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes foreign text harmless: an entity name cannot move the cursor or reverse the line. Line ends and tabs become spaces. */
export function harmless(text: string): string {
  return text.replace(/[\t\n]/g, ' ').replace(CONTROLS, '�');
}

/** Does the same to every text in an answer. */
export function harmlessCopy<Value>(value: Value): Value {
  if (typeof value === 'string') return harmless(value) as Value;
  if (Array.isArray(value)) return value.map((item: unknown) => harmlessCopy(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [harmless(key), harmlessCopy(item as unknown)])) as Value;
}
