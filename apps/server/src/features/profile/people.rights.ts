import { addPerson } from '#server/testing/people.ts'
import { get, json, type FeatureRights } from '#server/testing/rights.ts'

export const rights: FeatureRights = {
  table: `
                                | nobody    | guest          | neighbor  | advertiser | employee  | administrator | webmaster | newcomer  | stranger
GET /api/user (a neighbour)     | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
GET /api/user (by pseudo)       | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
GET /api/user (the team)        | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
GET /api/user (a company)       | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
GET /api/user (nobody)          | nosession | guestforbidden | error404  | error404   | error404  | error404      | error404  | forbidden | error404
PUT /api/flag/:id (a neighbour) | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
PUT /api/flag/:id (the team)    | nosession | guestforbidden | forbidden | forbidden  | forbidden | forbidden     | forbidden | forbidden | error404
PUT /api/flag/:id (a company)   | nosession | guestforbidden | .         | .          | .         | .             | .         | forbidden | error404
`,
  calls: async ({ server }) => {
    const add = async (role: 'neighbor' | 'employee' | 'advertiser') => {
      const person = { email: `person-${role}@rights.example`, pseudo: `Rang${role}`, role, community: 'les-tilleuls' }
      return (await addPerson(server, person)).userId
    }
    const [neighbor, team, company] = [await add('neighbor'), await add('employee'), await add('advertiser')]
    const flag = (id: string) => json('PUT', `/api/flag/${id}`, {})
    return {
      'GET /api/user (a neighbour)': get(`/api/user?userId=${neighbor}`),
      'GET /api/user (by pseudo)': get('/api/user?pseudo=rangneighbor'),
      'GET /api/user (the team)': get(`/api/user?userId=${team}`),
      'GET /api/user (a company)': get(`/api/user?userId=${company}`),
      'GET /api/user (nobody)': get('/api/user?pseudo=personne-ici'),
      'PUT /api/flag/:id (a neighbour)': flag(neighbor),
      'PUT /api/flag/:id (the team)': flag(team),
      'PUT /api/flag/:id (a company)': flag(company),
    }
  },
}
