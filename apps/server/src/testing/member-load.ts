import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'
import type { AcknowledgedPosts } from './stored-posts.ts'

const READERS = 4
const WRITERS = 6
const RESPONSE_TIMEOUT_MS = 25_000
const PAUSE_MS = 20

/** Members who read and write all the time, with the results of their calls. `sent` are the texts of their posts. */
export interface MemberLoad {
  acknowledged: AcknowledgedPosts
  sent: string[]
  answers: { good: number; maintenance: number }
  /** Calls without a response, and responses that are neither a success nor `maintenance`. */
  unexpected: string[]
  /** Whether a read and a write that began after this `performance.now()` have succeeded. */
  hasSucceededSince(moment: number): boolean
  /** Stops the load and waits for pending calls. */
  stop(): Promise<void>
}

/** Sends a post with an idempotency key, as the app does from its outbox. */
const publishPost = (url: string, token: string, name: string) =>
  fetch(`${url}/events/publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie: `parvis=${token}` },
    body: JSON.stringify({ description: name, tmpId: name }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  })

/** Counts the responses to calls, and notes when the latest successful call of each kind began. */
const createResults = () => {
  const answers = { good: 0, maintenance: 0 }
  const unexpected: string[] = []
  const latest = { read: -Infinity, write: -Infinity }
  const record = async (kind: keyof typeof latest, work: () => Promise<Response>): Promise<{ _id?: string } | null> => {
    const begin = performance.now()
    try {
      const reply = await work()
      const answer = (await reply.json()) as { _id?: string; error?: { key: string } }
      if (reply.ok) {
        answers.good++
        latest[kind] = Math.max(latest[kind], begin)
        return answer
      }
      if (reply.status === 503 && answer.error?.key === 'maintenance') answers.maintenance++
      else unexpected.push(`${kind}: ${reply.status} ${JSON.stringify(answer)}`)
    } catch (error) {
      unexpected.push(`${kind}: ${(error as Error).message} after ${Math.round(performance.now() - begin)} ms`)
    }
    await wait(PAUSE_MS)
    return null
  }
  return { answers, unexpected, latest, record }
}

/**
 * Starts four readers and six writers; the members take turns as authors. `round` makes the texts of the posts unique.
 */
export const startMemberLoad = (
  { url, exitStatus }: ServerProcess,
  tokens: readonly string[],
  round: string,
): MemberLoad => {
  const acknowledged: AcknowledgedPosts = new Map()
  const sent: string[] = []
  const { answers, unexpected, latest, record } = createResults()
  let isStopped = false
  const read = async (reader: number) => {
    while (!isStopped && !exitStatus())
      await record('read', () =>
        fetch(`${url}/events`, {
          headers: { cookie: `parvis=${tokens[reader]!}` },
          signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
        }),
      )
  }
  const write = async () => {
    while (!isStopped && !exitStatus()) {
      const name = `${round} ${sent.length}`
      sent.push(name)
      const token = tokens[sent.length % tokens.length]!
      const answer = await record('write', () => publishPost(url, token, name))
      if (answer) acknowledged.set(name, answer._id)
    }
  }
  const workers = [
    ...Array.from({ length: READERS }, (_, reader) => read(reader)),
    ...Array.from({ length: WRITERS }, write),
  ]
  return {
    acknowledged,
    sent,
    answers,
    unexpected,
    hasSucceededSince: moment => Math.min(latest.read, latest.write) > moment,
    async stop() {
      isStopped = true
      await Promise.all(workers)
    },
  }
}

/**
 * Sends all posts again with their idempotency keys, as members without an acknowledgement do; returns the acknowledged
 * posts.
 */
export const resendAll = async (
  { url }: ServerProcess,
  tokens: readonly string[],
  sent: readonly string[],
): Promise<AcknowledgedPosts> => {
  const acknowledged: AcknowledgedPosts = new Map()
  const remaining = sent.map((name, at) => ({ name, token: tokens[(at + 1) % tokens.length]! }))
  const send = async () => {
    for (let one = remaining.shift(); one; one = remaining.shift()) {
      const begin = performance.now()
      let reply = await publishPost(url, one.token, one.name)
      // On a busy machine, reconnecting may take longer than the time that the server lets a call wait for the
      // database.
      for (; reply.status === 503 && performance.now() - begin < RESPONSE_TIMEOUT_MS; await wait(PAUSE_MS))
        reply = await publishPost(url, one.token, one.name)
      if (!reply.ok) throw new Error(`${one.name} was refused: ${reply.status} ${await reply.text()}`)
      acknowledged.set(one.name, ((await reply.json()) as { _id: string })._id)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, send))
  return acknowledged
}
