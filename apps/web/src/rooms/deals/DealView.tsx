import type { Community } from '@parvis/contract/community.ts'
import { textIn } from '@parvis/contract/language.ts'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/kernel/format.ts'
import { useText } from '#web/kernel/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Main } from '#web/ui/Main.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { DealBody } from './components/DealBody.tsx'
import { DealDetail } from './components/DealDetail.tsx'
import { ShareButton } from './components/ShareButton.tsx'
import { distanceOf, publicPath } from './deal-facts.ts'
import { dealQuery } from './deals.queries.ts'

export interface DealViewProps {
  community: Pick<Community, 'customUri' | 'loc'>
  id: string
}

/** A good deal, for members. */
export const DealView = ({ community, id }: DealViewProps) => {
  const { t, language } = useText()
  const { distance } = useFormat()
  const query = useQuery(dealQuery({ id }))
  const list = { to: '/$c/vie-locale', params: { c: community.customUri } } as const
  return (
    <>
      <TopBar title={t('deals.detail')} back={list} end={query.data && <ShareButton title={textIn(language, query.data, 'title') ?? ''} path={publicPath(query.data)} />} />
      <Main>
        <DealBody query={query} elsewhere={<ButtonLink {...list}>{t('deals.gone.all')}</ButtonLink>}>
          {deal => {
            const far = distanceOf(deal, community.loc)
            return <DealDetail deal={deal} distance={far === null ? null : distance(far)} />
          }}
        </DealBody>
      </Main>
    </>
  )
}
