import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '@parvis/contract/language.ts'
import { memoize } from '#server/kernel/memoize.ts'

interface TermsPdf {
  bytes: Buffer
  etag: string
}

const ETAG_LENGTH = 22

/** Renders in a worker thread. Rendering takes over 100 ms, which would block the event loop of the main thread. */
const renderInWorker = async (language: Language): Promise<TermsPdf> => {
  const worker = new Worker(new URL('./terms-pdf.worker.ts', import.meta.url), { workerData: language })
  const [rendered] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>]
  const bytes = Buffer.from(rendered.buffer, rendered.byteOffset, rendered.byteLength)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"` }
}

/** Returns the terms as a PDF, rendered at the first call for a language and then cached. */
export const getTermsPdf = memoize(renderInWorker)
