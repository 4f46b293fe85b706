import type { Community } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { draftOwner } from '#web/kernel/device/drafts.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { stateOf } from '#web/kernel/http/query-state.ts'
import { isAtCamera } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { Failed } from '#web/ui/Trouble.tsx'
import { EditDealForm } from './components/EditDealForm.tsx'
import { draftOfDeal, newDealDraft } from './deal-draft.ts'
import { findDealDraft, keepDealDraft, type BegunDeal } from './deal-draft-store.ts'
import { dealCategoriesQuery } from './deals.queries.ts'
import { dealTemplatesQuery, editedDealQuery, keptDealsQuery } from './kept-deals.queries.ts'

export interface EditDealViewProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'loc' | 'timezone'>
  me: Pick<SessionUser, '_id'>
  /** Id of the deal to edit; absent for a new one. */
  id?: string
  back: Target
  onSaved: (deal: Deal) => void
  onLeave: () => void
}

/** The form of a deal: a new one, or one that the viewer manages. */
export const EditDealView = (props: EditDealViewProps) => (
  <OneDeal key={draftOwner(props.me._id, props.id)} {...props} />
)

const isGone = (error: unknown) => error instanceof ApiError && error.key === 'error404'

const OneDeal = (props: EditDealViewProps) => {
  const { t } = useText()
  const { community, me, id, back } = props
  const categories = useQuery(dealCategoriesQuery())
  const templates = useQuery(dealTemplatesQuery(community._id))
  const edited = useQuery({ ...editedDealQuery(community._id, id ?? ''), enabled: id !== undefined })
  const kept = useInfiniteQuery({ ...keptDealsQuery(community._id), enabled: id === undefined })
  const owner = draftOwner(me._id, id)
  /** Incremented when the draft is discarded, which resets the form. */
  const [round, setRound] = useState(0)
  const needed = [categories, templates, ...(id ? [edited] : [])]
  const failed = needed.find(query => stateOf(query) === 'failed')
  const gone = isGone(edited.error) || (edited.data && !edited.data.abilities.edit)
  /** The draft stored when the screen was opened; later changes do not count as restored. */
  const [begun, setBegun] = useState<BegunDeal | null>()
  useEffect(() => {
    void findDealDraft(owner).then(setBegun)
  }, [owner])
  const [cameBack] = useState(() => isAtCamera('deal'))
  const isThere = categories.data && templates.data && !gone && (!id || edited.data) && begun !== undefined
  return (
    <>
      <TopBar title={t(id ? 'dealwriting.edit' : 'dealwriting.new')} back={back} />
      {isThere && categories.data && templates.data ? (
        <EditDealForm
          key={round}
          {...props}
          owner={owner}
          start={begun ?? { draft: edited.data ? draftOfDeal(edited.data) : newDealDraft(), photo: null }}
          restored={begun !== null && !cameBack}
          stored={edited.data ?? null}
          categories={categories.data}
          templates={templates.data}
          waits={kept.data?.pages[0]?.needsApproval ?? false}
          onDiscard={() => {
            keepDealDraft(owner, null)
            setBegun(null)
            setRound(round + 1)
          }}
        />
      ) : (
        <Main>
          {gone ? (
            <Card>
              <Empty
                picture="door"
                title={t('dealwriting.gone')}
                text={t('dealwriting.gone.text')}
                action={<ButtonLink {...back}>{t('dealwriting.mine')}</ButtonLink>}
              />
            </Card>
          ) : failed ? (
            <Failed
              query={{ ...failed, refetch: () => needed.forEach(query => void query.refetch()) }}
              title={t('dealwriting.failed.title')}
            />
          ) : (
            <SlowLoading>
              <SkeletonCard photo={false} />
            </SlowLoading>
          )}
        </Main>
      )}
    </>
  )
}
