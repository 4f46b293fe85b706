import { getDeal, listDeals } from '@parvis/contract/deals.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal } from '@parvis/contract/write-deals.ts'
import { newId } from '../kernel/ids.ts'
import { asPerson } from './people.ts'
import type { TestServer, Visitor } from './test-server.ts'

export const dealBody = async ({ db }: Pick<TestServer, 'db'>, changes: DealBody = {}): Promise<DealBody> => {
  const { id } = await db
    .selectFrom('deal_categories')
    .select('id')
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    title: 'Pain du matin',
    description: 'Une miche pour deux.',
    lang: { en: { title: 'Morning bread', description: 'One loaf for two.' } },
    categoryId: id,
    loc: { type: 'Point', coordinates: [6.1286, 45.8987] },
    ...changes,
  }
}

/** Inserts a good deal, by default a visible deal of the professional of the demo world; returns its id. */
export const addDeal = async (
  { db, communityId }: Pick<TestServer, 'db' | 'communityId'>,
  {
    userId,
    community = 'les-tilleuls',
    isPending = false,
  }: { userId?: string; community?: string; isPending?: boolean } = {},
): Promise<string> => {
  const professional = async () =>
    (
      await db
        .selectFrom('users as u')
        .innerJoin('accounts as a', 'a.id', 'u.account_id')
        .select('u.id')
        .where('a.email', '=', 'advertiser@demo.example')
        .executeTakeFirstOrThrow()
    ).id
  const { custom_uri, ...sampleDeal } = await db
    .selectFrom('deals')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const id = newId()
  const home = await communityId(community)
  await db
    .insertInto('deals')
    .values({
      ...sampleDeal,
      id,
      custom_uri: `${custom_uri}-${id}`,
      community_id: home,
      user_id: userId ?? (await professional()),
      choices: JSON.stringify(sampleDeal.choices),
      approved_at: isPending ? null : sampleDeal.created_at,
      listed: !isPending,
      tmp_id: null,
    })
    .execute()
  await db
    .insertInto('community_deals')
    .values({ community_id: home, deal_id: id, category_id: sampleDeal.category_id, listed: !isPending })
    .execute()
  return id
}

export const dealCalls = (server: TestServer) => {
  let professionals = 0
  return {
    create: async (visitor: Visitor, changes: DealBody = {}) =>
      visitor.call(createDeal, { body: await dealBody(server, changes) }),
    edit: (visitor: Visitor, id: string, body: DealBody) => visitor.call(editDeal, { params: { id }, body }),
    read: (visitor: Visitor, id: string) => visitor.call(getDeal, { query: { id } }),
    decide: (visitor: Visitor, id: string, approve: boolean, reason?: string) =>
      visitor.call(decideOnDeal, { params: { id }, body: { approve, reason } }),
    listed: async (visitor: Visitor) =>
      (await visitor.call(listDeals, { query: { all: true } })).answer.docs.map(({ _id }) => _id),
    /** Adds a professional of whom the team has not approved a good deal yet. */
    newProfessional: async (community = 'les-tilleuls') => {
      const email = `shop${professionals++}@test.example`
      return { email, ...(await asPerson(server, { email, role: 'advertiser', community })) }
    },
  }
}
