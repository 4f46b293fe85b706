import { displayName } from '@parvis/contract/entity.ts'
import type { StaffMember } from '@parvis/contract/information.ts'
import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import typography from '#web/ui/typography.module.css'
import css from './InformationContent.module.css'

/** The staff of the community, with links to write to them. */
export const Staff = ({ staff, communityUri }: { staff: readonly StaffMember[]; communityUri: string }) => {
  const { t } = useText()
  if (staff.length === 0) return null
  return (
    <Card as="section" aria-labelledby="staff" className={css.block}>
      <h2 id="staff" className={css.title}>
        {t('information.staff')}
      </h2>
      <ul className={css.list}>
        {staff.map(person => {
          const name = displayName(person)
          const content = (
            <>
              <Avatar name={name} photoUri={person.photoUri} size="m" />
              <span>
                <b dir="auto">{name}</b>
                <small dir="auto">{person.job || t('information.role', { role: person.role })}</small>
              </span>
            </>
          )
          return (
            <li key={person._id}>
              {person.abilities.chat ? (
                <Link
                  className={css.line}
                  to="/$c/mes-conversations/$pseudo"
                  params={{ c: communityUri, pseudo: person.pseudo }}
                >
                  {content}
                  <i className={typography.hidden}>{t('information.staff.write')}</i>
                  <Icon name="message-circle" size="s" />
                </Link>
              ) : (
                <div className={css.line}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
