// A lock between processes of one machine: a folder, which is made by one alone, with the id of who holds it. It is
// over with its holder, and plain JavaScript for Node 20, as nothing is installed yet.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CHECK_MS = 200
/** The folder is made before it says whose it is: one that says nothing for so long is nobody's. */
const UNSIGNED_MS = 5_000

const pause = ms => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const isAlive = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // of another user's it is told that it may not be asked
    return error.code === 'EPERM'
  }
}

const read = of => {
  try {
    return of()
  } catch {
    return null
  }
}

/** Whose lock it is is gone, as after a power cut. */
const isStale = folder => {
  const pid = Number(read(() => readFileSync(join(folder, 'pid'), 'utf8')))
  // a number may be given again, as in a container
  if (pid) return pid === process.pid || !isAlive(pid)
  const made = read(() => statSync(folder).mtimeMs)
  return made !== null && Date.now() - made > UNSIGNED_MS
}

/** Waits until nobody holds it, and takes it; answers how it is given back. `onWait` is told once. */
export const holdLock = (folder, onWait = () => {}) => {
  for (let waited = false; ; waited = true) {
    try {
      mkdirSync(folder)
      writeFileSync(join(folder, 'pid'), String(process.pid))
      return () => rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isStale(folder)) {
      // moved away by one alone; where that was not the stale one any more, it is put back
      const away = `${folder}-${process.pid}`
      if (read(() => renameSync(folder, away) ?? true)) {
        if (isStale(away)) rmSync(away, { recursive: true, force: true })
        else read(() => renameSync(away, folder))
      }
      continue
    }
    if (!waited) onWait()
    pause(CHECK_MS)
  }
}
