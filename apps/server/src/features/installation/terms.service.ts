import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Language } from '@parvis/contract/language.ts'

interface TermsPdf {
  bytes: Buffer
  etag: string
}

const ETAG_LENGTH = 22

/** Fonts and layout take a tenth of a second and more: other requests go on meanwhile. */
const make = async (language: Language): Promise<TermsPdf> => {
  const worker = new Worker(new URL('./terms-pdf.worker.ts', import.meta.url), { workerData: language })
  const [made] = (await once(worker, 'message')) as [Uint8Array<ArrayBuffer>]
  const bytes = Buffer.from(made.buffer, made.byteOffset, made.byteLength)
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"` }
}

const made = new Map<Language, Promise<TermsPdf>>()

/** The terms in one language: made at the first wish, kept for all others. */
export const termsPdf = (language: Language): Promise<TermsPdf> => {
  const known = made.get(language)
  if (known) return known
  const making = make(language)
  made.set(language, making)
  // what failed may succeed the next time
  making.catch(() => made.delete(language))
  return making
}
