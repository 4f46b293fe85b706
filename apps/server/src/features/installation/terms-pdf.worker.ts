import { parentPort, workerData } from 'node:worker_threads'
import { renderTermsPdf } from './terms-pdf.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(await renderTermsPdf(workerData))
