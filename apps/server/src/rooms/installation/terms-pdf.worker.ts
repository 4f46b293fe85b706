import { parentPort, workerData } from 'node:worker_threads'
import { makeTermsPdf } from './terms-pdf.ts'

parentPort!.postMessage(await makeTermsPdf(workerData))
