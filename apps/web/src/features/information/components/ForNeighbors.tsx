import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import css from './InformationContent.module.css'

/** Tells guests that some information is for members only, with a link to register. */
export const ForNeighbors = ({ communityUri }: { communityUri: string }) => {
  const { t } = useText()
  return (
    <Card as="section" aria-labelledby="neighbors" className={`${css.full} ${css.block} ${css.offer}`}>
      <div>
        <h2 id="neighbors" className={css.title}>
          {t('information.members.title')}
        </h2>
        <p>{t('information.members.text')}</p>
      </div>
      <ButtonLink
        kind="primary"
        to="/$c/connexion"
        params={{ c: communityUri }}
        search={{ register: true, next: `/${communityUri}/informations` }}
      >
        {t('information.signup')}
      </ButtonLink>
    </Card>
  )
}
