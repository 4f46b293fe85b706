import type { Feature } from '#server/kernel/feature.ts'
import { erasePersonReports } from './erase-reports.service.ts'
import { exportPersonReports } from './people-export.service.ts'
import { portraits } from './people.pictures.ts'
import { peopleRoutes } from './people.routes.ts'
import { reportedPeople } from './reported-person.service.ts'

export const peopleFeature: Feature = {
  routes: peopleRoutes,
  exports: ({ db }, recipient) => [exportPersonReports(db, recipient)],
  erase: { content: erasePersonReports },
  reportable: [reportedPeople],
  pictures: portraits,
}
