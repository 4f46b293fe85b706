import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '@parvis/contract/language.ts'

interface TermsPdf {
  bytes: Buffer
  etag: string
}

const ETAG_LENGTH = 22

/** Fonts and layout take over 100 ms; a worker thread keeps the event loop free. */
const make = async (language: Language): Promise<TermsPdf> => {
  const worker = new Worker(new URL('./terms-pdf.worker.ts', import.meta.url), { workerData: language })
  const [made] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>]
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"` }
}

const made = new Map<Language, Promise<TermsPdf>>()

/** Rendered on first use, then cached. */
export const termsPdf = (language: Language): Promise<TermsPdf> => {
  const known = made.get(language)
  if (known) return known
  const making = make(language)
  made.set(language, making)
  // A failure is not cached.
  making.catch(() => made.delete(language))
  return making
}
