import type { UsefulNumberKind, UsefulNumber } from '@parvis/contract/information.ts'
import { textIn } from '@parvis/contract/language.ts'
import { formatPhone } from '@parvis/contract/phone-format.ts'
import { telephoneHref } from '#web/kernel/share/contact-links.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { IconName } from '#web/ui/icon-names.ts'
import typography from '#web/ui/typography.module.css'
import css from './InformationContent.module.css'

export const numberIcons: Record<UsefulNumberKind, IconName> = {
  emergency: 'triangle-alert',
  health: 'heart-pulse',
  repair: 'wrench',
  other: 'phone',
}

/** The useful phone numbers of a community as links. */
export const UsefulNumbers = ({ numbers }: { numbers: readonly UsefulNumber[] }) => {
  const { t, language } = useText()
  if (numbers.length === 0) return null
  return (
    <Card as="section" aria-labelledby="numbers" className={css.block}>
      <h2 id="numbers" className={css.title}>
        {t('information.numbers')}
      </h2>
      <ul className={css.list}>
        {numbers.map((number, at) => (
          <li key={at}>
            <a className={`${css.line} ${css.number}`} href={telephoneHref(number.phone)}>
              <Icon name={numberIcons[number.kind]} size="s" />
              <span dir="auto">{textIn(language, number, 'name')}</span>
              <strong className={classNames(typography.link, typography.num)}>{formatPhone(number.phone)}</strong>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
