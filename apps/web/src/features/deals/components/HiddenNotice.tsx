import { Link } from '@tanstack/react-router'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import typography from '#web/ui/typography.module.css'

/** Notice above a deal that the team has hidden from everybody but its author. */
export const HiddenNotice = ({ id, communityUri }: { id: string; communityUri: string }) => {
  const { t } = useText()
  return (
    <Notice icon="eye-off">
      {t('deals.hidden')}{' '}
      <Link className={typography.link} to="/$c/regles" params={{ c: communityUri }} search={{ decision: id }}>
        {t('deals.hidden.why')}
      </Link>
    </Notice>
  )
}
