import type { Feature } from '#server/kernel/feature.ts'
import { erasePersonReports } from './erase-reports.service.ts'
import { exportPersonReports } from './people-export.service.ts'
import { portraits } from './people.pictures.ts'
import { peopleRoutes } from './people.routes.ts'
import { exportStays } from './profile-export.service.ts'
import { profileRoutes } from './profile.routes.ts'
import { reportedPeople } from './reported-person.service.ts'

export const profileFeature: Feature = {
  routes: (app, platform) => {
    peopleRoutes(app, platform)
    profileRoutes(app, platform)
  },
  exports: ({ db }, recipient) => [exportPersonReports(db, recipient), exportStays(db, recipient)],
  erase: { content: erasePersonReports },
  reportable: [reportedPeople],
  pictures: portraits,
}
