import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MISSED_THRESHOLD } from '../../apps/server/src/testing/figures.ts'
import { isLong } from '../../apps/server/src/testing/long.ts'

const root = join(import.meta.dirname, '../..')

/** The benchmark commands of package.json with the smallest possible load, and the benchmarks that each must print. */
const commands: Record<string, { args: string; lines: string[] }> = {
  'bench/src/main.ts': {
    args: '--posts 10000 --rounds 1 --seconds 0.3 --starts 1',
    lines: [
      'start',
      'idle memory',
      'feed page ÷ plain route',
      'CPU time of a feed page ÷ plain route',
      'feed page ÷ bare route with the same SQL',
      'feed page ÷ bare route with stored bytes',
      'quiet community ÷ busy one',
      'post page ÷ plain route',
      'list of answers ÷ plain route',
      'post ÷ plain committed insert',
      'post from a template ÷ plain committed insert',
    ],
  },
  'bench/src/large.ts': {
    args: '--events 10000 --communities 5 --small 5000 --rounds 1 --seconds 0.3',
    lines: [
      'feed page, large ÷ small installation, in time',
      'page 50 ÷ page 1, in time',
      'resources of the large installation',
    ],
  },
  'bench/src/realtime.ts': {
    args: '--posts 5 --rounds 1',
    lines: ['all clients reconnect at once', 'delivery of a post to another client', 'fan-out', 'fan-out'],
  },
  'bench/src/chat.ts': {
    args: '--messages 5 --rounds 1',
    lines: ['delivery of a message to the recipient', 'messages per second', 'delivery of a message in a group of 50'],
  },
  'bench/src/deals.ts': {
    args: '--deals 2000 --rounds 1 --seconds 0.3',
    lines: [
      'a page of deals, all, among 2000 ÷ among 1000, in time',
      'a page of deals, one category, among 2000 ÷ among 1000, in time',
      'all 5000 deals of a map ÷ the same in pages, in time',
    ],
  },
  'e2e/src/frames.ts': { args: '--posts 200 --seconds 1', lines: ['scroll of a long feed'] },
  'e2e/src/chat-frames.ts': {
    args: '--messages 200 --conversations 50 --seconds 1',
    lines: ['scroll of a long conversation and of a long conversation list'],
  },
  'e2e/src/deal-frames.ts': { args: '--deals 500 --strokes 1 --rounds 1', lines: ['a map of many deals'] },
  'e2e/src/first-visit.ts': { args: '--rounds 1', lines: ['first visit'] },
  'e2e/src/lighthouse.ts': { args: '--runs 1', lines: ['lighthouse'] },
}

const run = async (script: string, args: string) => {
  const child = spawn(process.execPath, [script, ...args.split(' ')], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  let errorOutput = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
  const code = await new Promise<number | null>(done => child.once('close', done))
  const lines = printed
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as { bench: string })
  return { code, errorOutput, lines }
}

test.runIf(isLong).each(Object.entries(commands))(
  '%s exits without an error and prints every expected measurement',
  async (script, { args, lines: expected }) => {
    const { code, errorOutput, lines } = await run(script, args)
    // With so small a load, figures may miss their thresholds.
    expect([0, MISSED_THRESHOLD], errorOutput).toContain(code)
    expect(lines.map(({ bench }) => bench)).toEqual(expected)
    for (const line of lines)
      expect(line).toMatchObject({
        commit: expect.any(String),
        node: process.version,
        postgres: expect.stringMatching(/^\d/),
        load: [expect.any(Number), expect.any(Number)],
        stolen: expect.any(Number),
      })
    // JSON writes numbers that are not finite as null.
    expect(JSON.stringify(lines)).not.toContain('null')
  },
  300_000,
)
