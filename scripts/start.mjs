// npm start: install, build, serve; each only when something changed. Should the server die all the same, it is started again.
import { becomeNode, CANNOT_START, ensureInstalled, runNode, serverFlags } from './bootstrap.mjs'

const SOON_MS = 30_000
const MOST_EARLY_DEATHS = 3

ensureInstalled()
const built = runNode(['scripts/build-web.ts'])
if (built !== 0) process.exit(built)

let deaths = 0
let early = 0
becomeNode([...serverFlags, 'apps/server/src/main.ts'], (status, ms) => {
  if (status === 0 || (status === CANNOT_START && deaths === 0)) return false
  deaths++
  early = ms < SOON_MS ? early + 1 : 0
  if (early < MOST_EARLY_DEATHS) console.error(`The server died (exit code ${status}); it is started again.`)
  else
    console.error(
      `The server died ${early} times in a row within ${SOON_MS / 1000} s of its start and is not started again. What it said stands above.`,
    )
  return early < MOST_EARLY_DEATHS
})
