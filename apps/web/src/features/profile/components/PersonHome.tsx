import type { Person } from '@parvis/contract/profile.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import { formatPostalAddress } from '#web/kernel/share/contact-links.ts'
import { useText, type Translate } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './PersonCards.module.css'

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const factsOf = (t: Translate, person: Person) => {
  const {
    address = null,
    age,
    apartmentNumber,
    birthdate,
    buildingAccess,
    city = null,
    floor,
    gender,
    phone,
    zipCode = null,
  } = person
  const inside = [
    floor && t('people.home.floor', { floor: Number(floor) }),
    apartmentNumber && t('people.home.flat', { flat: apartmentNumber }),
  ]
  return [
    {
      icon: 'map-pin',
      text: capitalize([formatPostalAddress({ address, zipCode, city }), ...inside].filter(Boolean).join(', ')),
    },
    { icon: 'key-round', text: buildingAccess && t('people.home.access', { access: buildingAccess }) },
    { icon: 'phone', text: phone && formatPhone(phone) },
    {
      icon: 'cake',
      text: birthdate && t('people.home.born', { date: birthdate, age: age ?? 0, gender: gender ?? 'other' }),
    },
  ] as const
}

/** Address, building access, phone number and birth date. Only the team receives an address and sees this card. */
export const PersonHome = ({ person }: { person: Person }) => {
  const { t } = useText()
  if (!('address' in person)) return null
  const facts = factsOf(t, person).filter(({ text }) => text)
  return (
    <Card as="section" className={css.card} aria-labelledby="home">
      <h2 id="home">{t('people.home')}</h2>
      {facts.length === 0 ? (
        <p>{t('people.home.none')}</p>
      ) : (
        <ul className={css.facts}>
          {facts.map(({ icon, text }) => (
            <li key={icon}>
              <Icon name={icon} size="s" />
              <span dir="auto">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
