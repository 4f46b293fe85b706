import type { Community } from '@parvis/contract/community.ts'
import type { CommunityInformation } from '@parvis/contract/information.ts'
import type { ReactNode } from 'react'
import { CommunityCard } from './CommunityCard.tsx'
import { Handouts } from './Handouts.tsx'
import { UsefulNumbers } from './Numbers.tsx'
import { Places } from './Places.tsx'
import { PlanCard } from './PlanCard.tsx'
import { Staff } from './Staff.tsx'
import { LocationCard } from './LocationCard.tsx'
import css from './InformationContent.module.css'

export interface InformationContentProps {
  community: Community
  information: CommunityInformation
  canPrintPoster: boolean
  /** Invitation to register, for guests, who see less than members. */
  registerInvitation?: ReactNode
}

/** Everything on the information page that the viewer can see. */
export const InformationContent = ({
  community,
  information,
  canPrintPoster,
  registerInvitation,
}: InformationContentProps) => (
  <div className={css.container}>
    <div className={css.grid}>
      <CommunityCard community={community} information={information} />
      <LocationCard community={community} photo={information.mapPhoto} />
      {information.plan && <PlanCard plan={information.plan} />}
      <Handouts community={community} information={information} canPrintPoster={canPrintPoster} />
      {registerInvitation}
      <div className={css.stack}>
        <UsefulNumbers numbers={information.usefulNumbers} />
        <Staff staff={information.staff} communityUri={community.customUri} />
      </div>
      <Places places={information.places} />
    </div>
  </div>
)
