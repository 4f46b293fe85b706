import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates the data folder and its parents one by one: with `recursive`, Node's `mkdir` never returns where the system
 * allows no folder, as in /proc (Node 24.21).
 */
export const makeDataFolder = (path: string): void => {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeDataFolder(dirname(path))
  mkdirSync(path)
}

export const mediaFolder = (dataDir: string): string => join(dataDir, 'media')

/**
 * Throws a message for the operator when the data folder holds the secret or pictures of an installation although the
 * database is new: a moved or unmounted database must not silently start an empty installation.
 */
export const assertNoForeignData = (dataDir: string, database: string): void => {
  const media = mediaFolder(dataDir)
  const found = [
    existsSync(join(dataDir, 'secret')) ? 'the secret' : [],
    existsSync(media) && readdirSync(media).some(name => !name.startsWith('.')) ? 'the pictures' : [],
  ].flat()
  if (found.length > 0)
    throw new Error(
      `${dataDir} holds ${found.join(' and ')} of an installation, and ${database}. Put the database back where it was, or from your backup; to begin anew, set DATA_DIR to an empty folder.`,
    )
}
