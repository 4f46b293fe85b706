import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface ServerProcess {
  url: string
  /** From the start of the process until it says that it is ready. */
  startMs: number
  /** Ends it without a word, as a loss of power would: it saves nothing and tells nobody. */
  kill(): Promise<void>
}

/** The whole server in a process of its own, as in production, on a database of the tests; `preload` is run before it. */
export const startServerProcess = async ({ host, user, database }: { host: string; user: string; database: string }, preload?: string): Promise<ServerProcess> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parvis-process-'))
  const begin = performance.now()
  const child = spawn(process.execPath, [...(preload ? ['--import', preload] : []), join(import.meta.dirname, '../main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH!, PORT: '0', DATA_DIR: dataDir, PARVIS_WEB: 'none', VIDEO_OEMBED_URL: '', DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}` },
  })
  const exited = new Promise<void>(done => child.once('exit', () => done()))
  const url = await new Promise<string>((ready, failed) => {
    let printed = ''
    child.stdout.on('data', chunk => {
      printed += String(chunk)
      const found = /ready: (\S+)/.exec(printed)?.[1]
      if (found) ready(found)
    })
    child.once('exit', () => failed(new Error(`The server did not start:\n${printed}`)))
  })
  return {
    url,
    startMs: performance.now() - begin,
    async kill() {
      child.kill('SIGKILL')
      await exited
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
