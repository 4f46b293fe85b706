import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes the data folder, with those above it, where it is not there. One after the other: `mkdir` of Node with `recursive`
 * never comes back where the system lets nothing be made, as in /proc (Node 24.21).
 */
export const makeDataFolder = (path: string): void => {
  if (isFolder(path)) return
  if (!existsSync(dirname(path))) makeDataFolder(dirname(path))
  mkdirSync(path)
}

/** Where pictures, papers and archives lie. */
export const mediaFolder = (dataDir: string): string => join(dataDir, 'media')

/**
 * Throws a sentence where the data folder holds the secret or pictures of an installation although the database is
 * new: a folder that was moved, or not mounted, is never answered by an empty installation.
 */
export const refuseForeignData = (dataDir: string, database: string): void => {
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
