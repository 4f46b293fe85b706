import { addPerson } from '#server/testing/people.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                       | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /users/blocked                     | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | .
PUT /users/block/:id (a neighbour)     | nosession | guestforbidden | .         | .          | forbidden | forbidden     | forbidden | forbidden | error404
PUT /users/block/:id (the team)        | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /users/block/:id (a company)       | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /users/unblock/:id (a neighbour)   | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
`,
  calls: async ({ server }) => {
    const add = async (role: 'neighbor' | 'employee' | 'advertiser') =>
      (await addPerson(server, { email: `blocks-${role}@rights.example`, role, community: 'les-tilleuls' })).userId
    const [neighbor, team, company] = [await add('neighbor'), await add('employee'), await add('advertiser')]
    const put = (verb: string, id: string) => json('PUT', `/users/${verb}/${id}`, {})
    return {
      'GET /users/blocked': get('/users/blocked'),
      'PUT /users/block/:id (a neighbour)': put('block', neighbor),
      'PUT /users/block/:id (the team)': put('block', team),
      'PUT /users/block/:id (a company)': put('block', company),
      'PUT /users/unblock/:id (a neighbour)': put('unblock', neighbor),
    }
  },
}
