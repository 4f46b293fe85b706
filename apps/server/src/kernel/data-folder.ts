import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Creates parent folders one by one: a recursive `mkdir` in /proc never returns (Node 24.21). */
export const makeDataFolder = (path: string): void => {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeDataFolder(dirname(path))
  mkdirSync(path)
}

export const mediaFolder = (dataDir: string): string => join(dataDir, 'media')

/** Throws if the folder has an installation's files but the database is new. The message contains `databaseProblem`. */
export const assertNoForeignData = (dataDir: string, databaseProblem: string): void => {
  const media = mediaFolder(dataDir)
  const found = [
    existsSync(join(dataDir, 'secret')) ? 'the secret' : [],
    existsSync(media) && readdirSync(media).some(name => !name.startsWith('.')) ? 'the pictures' : [],
  ].flat()
  if (found.length > 0)
    throw new Error(
      `${dataDir} holds ${found.join(' and ')} of an installation, and ${databaseProblem}. Put the database back where it was, or from your backup; to begin anew, set DATA_DIR to an empty folder.`,
    )
}
