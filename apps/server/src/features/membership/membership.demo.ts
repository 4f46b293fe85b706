import type { Member, Members } from '@parvis/demo-world/make-members.ts'
import { DEMO_PASSWORD } from '@parvis/demo-world/texts/accounts.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { runInBatches } from '#server/kernel/postgres/in-batches.ts'
import { hashPassword } from '#server/kernel/secrets.ts'

const userRow = ({ id, accountId, communityId, role, company, person, birthdate, photoId, joinedAt }: Member) => ({
  community_id: communityId,
  id,
  account_id: accountId,
  role,
  pseudo: person.pseudo,
  firstname: person.firstname,
  lastname: person.lastname,
  company,
  gender: person.gender,
  birthdate,
  description: person.description?.fr ?? null,
  description_en: person.description?.en ?? null,
  job: person.job?.fr ?? null,
  building: person.building,
  floor: String(person.floor),
  apartment_number: String(person.apartmentNumber),
  hobbies: person.hobbies,
  phone: person.phone,
  photo_id: photoId,
  need_update: false,
  first_login: false,
  enabled_at: joinedAt,
  created_at: joinedAt,
})

/** Inserts accounts and members; their pictures and communities must exist already. */
export const writeDemoMembers = async (tx: Tx, { byCommunity }: Members) => {
  const members = [...byCommunity.values()].flat()
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await runInBatches(members, batch =>
    tx
      .insertInto('accounts')
      .values(
        batch.map(({ accountId, email, canLogIn, joinedAt }) => ({
          id: accountId,
          email,
          password_hash: canLogIn ? passwordHash : null,
          confirmed_at: joinedAt,
          created_at: joinedAt,
        })),
      )
      .execute(),
  )
  await runInBatches(members, batch => tx.insertInto('users').values(batch.map(userRow)).execute())
}
