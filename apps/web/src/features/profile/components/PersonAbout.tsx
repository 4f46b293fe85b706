import { type Language, languagesOf, textIn } from '@parvis/contract/language.ts'
import type { Hobby, Person } from '@parvis/contract/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { hobbiesQuery } from '../hobbies.queries.ts'
import { LinkedText } from '#web/ui/LinkedText.tsx'
import css from './PersonCards.module.css'

const hobbyNames = (language: Language, hobbies: readonly Hobby[], ids: readonly string[]) =>
  hobbies
    .filter(({ _id }) => ids.includes(_id))
    .map(hobby => ({ id: hobby._id, name: textIn(language, hobby, 'name') }))

/** What the person tells about themselves; renders nothing when that is empty. */
export const PersonAbout = ({ person }: { person: Person }) => {
  const { t, language } = useText()
  const { hobbiesIds } = person
  const { data: allHobbies = [] } = useQuery({ ...hobbiesQuery(), enabled: hobbiesIds.length > 0 })
  const text = textIn(language, person, 'description')
  const [firstLanguage] = languagesOf(person, ['description'])
  const hobbies = hobbyNames(language, allHobbies, hobbiesIds)
  if (!text && hobbiesIds.length === 0) return null
  return (
    <Card as="section" className={css.card} aria-labelledby="about">
      <h2 id="about">{t('people.about', { gender: (person.role !== 'advertiser' && person.gender) || 'other' })}</h2>
      {text && (
        <p
          className={css.text}
          dir="auto"
          lang={languagesOf(person, ['description']).includes(language) ? language : firstLanguage}
        >
          <LinkedText text={text} />
        </p>
      )}
      {hobbies.length > 0 && (
        <ul className={css.hobbies} aria-label={t('people.hobbies')}>
          {hobbies.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}
