import type { Member } from './make-members.ts'
import type { Random } from './random.ts'
import type { Bilingual } from './texts/bilingual.ts'
import type { DemoPost } from './texts/posts.ts'

/** A plausible author for the post. A newcomer is removed from `newcomers`, so that each is welcomed only once. */
export const authorOf = (post: DemoPost, people: readonly Member[], newcomers: Member[], random: Random): Member => {
  if (post.by === 'staff')
    return people.find(({ role }) => role === 'employee') ?? people.find(({ role }) => role === 'administrator')!
  if (post.by === 'newcomer') return newcomers.pop() ?? random.pick(people)
  const { gender, minAge = 0, maxAge = 200, building } = post.author ?? {}
  const neighbors = people.filter(({ role }) => role === 'neighbor')
  const matching = neighbors.filter(
    ({ person }) =>
      (!gender || person.gender === gender) &&
      person.age >= minAge &&
      person.age <= maxAge &&
      (!building || person.building === building),
  )
  return random.pick(matching.length > 0 ? matching : neighbors)
}

/** People who answer a post: neither its author nor advertisers. */
export const answerersOf = (post: DemoPost, author: Member, people: readonly Member[], random: Random): Member[] => {
  const [least, most] = ({ few: [0, 3], some: [3, 11], many: [12, 38] } as const)[post.answers ?? 'some']
  return random.sample(
    people.filter(({ id, role }) => id !== author.id && role !== 'advertiser'),
    Math.min(random.int(least, most), people.length - 2),
  )
}

/** Fills in the placeholders of a welcome text. */
export const fillNames = (text: Bilingual | null, { person }: Member): Bilingual | null => {
  const filled = (template: string) =>
    template.replaceAll('{firstname}', person.firstname).replaceAll('{building}', person.building)
  return text && { fr: filled(text.fr), en: filled(text.en) }
}
