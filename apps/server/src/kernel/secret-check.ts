import type { Generated } from 'kysely'
import type { Db } from './postgres/db.ts'
import { createSecretBox, createSecret, readSecret } from './secret-box.ts'

declare module './postgres/db.ts' {
  interface Tables {
    secret_check: { one: Generated<boolean>; sealed: string }
  }
}

/** This text is stored encrypted, to check the secret at the next start. The text itself is not secret. */
const CHECK_VALUE = 'parvis'

interface SecretSettings {
  secretKey: string | null
  dataDir: string
  secretLost: boolean
}

/**
 * Returns the secret, and creates one for a new database. Throws if the secret is missing or if another secret
 * encrypted the database; with `secretLost` such a database is accepted, and a missing secret is created.
 */
export const resolveSecret = async (
  db: Db,
  { secretKey, dataDir, secretLost }: SecretSettings,
  findEncryptedSamples: () => Promise<string[]>,
  log: (line: string) => void,
): Promise<string> => {
  const existingSecret = await readSecret(secretKey, dataDir)
  const check = await db.selectFrom('secret_check').select('sealed').executeTakeFirst()
  const sealed = check ? [check.sealed] : await findEncryptedSamples()
  const canDecrypt = (secret: string) => sealed.some(one => createSecretBox(secret).open(one) !== null)
  const isRight = sealed.length === 0 || (existingSecret !== null && canDecrypt(existingSecret))
  if (!isRight && !secretLost)
    throw new Error(
      `${
        existingSecret === null
          ? `The secret of this installation is missing: SECRET_KEY is not set, and there is no file ${dataDir}/secret.`
          : `This database was encrypted with another secret than ${secretKey ? 'SECRET_KEY' : `the one in ${dataDir}/secret`}.`
      } Put back the right one from your backup. Nothing was changed. If it is lost for good, SECRET_LOST=1 starts without it: register keys, second factors and the push registrations of browsers then have to be made anew.`,
    )
  const secret = existingSecret ?? (await createSecret(dataDir))
  if (!isRight)
    log(
      'SECRET_LOST is set: what was encrypted with the former secret cannot be read again. A webmaster comes in after "npm run account -- <e-mail> --without-second-factor". Start without SECRET_LOST from now on.',
    )
  if (!check || !isRight)
    await db
      .insertInto('secret_check')
      .values({ sealed: createSecretBox(secret).seal(CHECK_VALUE) })
      .onConflict(conflict => conflict.column('one').doUpdateSet(set => ({ sealed: set.ref('excluded.sealed') })))
      .execute()
  return secret
}
