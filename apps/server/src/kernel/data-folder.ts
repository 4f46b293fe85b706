import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

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
