import { parentPort, workerData } from 'node:worker_threads'
import { makeTermsPdf } from './terms-pdf.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort!.postMessage(await makeTermsPdf(workerData))
