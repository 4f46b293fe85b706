import { bilingual } from '../bilingual.ts'
import { residentialTypes, templateOf, type DemoCategory } from './category.ts'

const notice = templateOf('Template', [...residentialTypes, 'Organization'])

export const noticeCategories: DemoCategory[] = [
  {
    key: 'notices',
    name: bilingual('La vie de l’immeuble', 'Life of the building'),
    picto: 'loudspeaker',
    hue: 'notice',
    templates: [
      notice(
        'water-cut',
        'potable-water',
        ['Coupure d’eau', 'Water off'],
        ['Coupure d’eau', 'Water off'],
        [
          'L’eau sera coupée le temps d’une intervention. Pensez à remplir une carafe la veille.',
          'The water will be off during repairs. Please fill a jug the evening before.',
        ],
        { after: ['Au retour de l’eau, laissez couler une minute.', 'When it comes back, let it run for a minute.'] },
      ),
      notice(
        'power-cut',
        'electric-plug',
        ['Coupure de courant', 'Power cut'],
        ['Coupure de courant', 'Power cut'],
        [
          'Le courant sera coupé. Les ascenseurs et les portes automatiques ne marcheront pas.',
          'The power will be off. Lifts and automatic doors will not work.',
        ],
      ),
      notice(
        'lift',
        'elevator',
        ['Ascenseur', 'Lift'],
        ['Ascenseur à l’arrêt', 'Lift out of order'],
        [
          'Le technicien est prévenu. Si vous avez des courses à monter, appelez l’accueil.',
          'The engineer has been called. If you have shopping to carry up, call reception.',
        ],
        {
          choices: [
            ['En panne', 'Out of order'],
            ['En entretien', 'Being serviced'],
            ['Réparé', 'Mended'],
          ],
        },
      ),
      notice(
        'heating',
        'thermometer',
        ['Chauffage, eau chaude', 'Heating, hot water'],
        ['Chauffage et eau chaude', 'Heating and hot water'],
        ['Voici ce qui change et à partir de quand.', 'Here is what changes, and from when.'],
      ),
      notice(
        'works',
        'construction',
        ['Travaux', 'Works'],
        ['Travaux à venir', 'Works ahead'],
        [
          'Les travaux dureront quelques jours, aux heures de bureau. Merci de votre patience.',
          'Works will last a few days, in office hours. Thank you for your patience.',
        ],
      ),
      notice(
        'cleaning',
        'broom',
        ['Nettoyage', 'Cleaning'],
        ['Grand nettoyage', 'Big clean'],
        [
          'Merci de libérer les paliers et les couloirs avant le passage de l’équipe.',
          'Please clear landings and corridors before the team comes by.',
        ],
      ),
      notice(
        'car-park',
        'sport-utility-vehicle',
        ['Parking', 'Car park'],
        ['Parking à libérer', 'Please clear the car park'],
        [
          'Les véhicules doivent être déplacés pour la durée de l’intervention.',
          'Vehicles have to be moved while the work is done.',
        ],
      ),
      notice(
        'snow-clearing',
        'snowflake',
        ['Neige et verglas', 'Snow and ice'],
        ['Attention, verglas', 'Mind the ice'],
        [
          'Les allées sont salées, mais prenez votre temps et de bonnes semelles.',
          'Paths have been gritted, but take your time and wear good soles.',
        ],
      ),
      notice(
        'safety',
        'fire-extinguisher',
        ['Sécurité', 'Safety'],
        ['Contrôle de sécurité', 'Safety check'],
        [
          'L’alarme peut sonner quelques minutes. Il n’y a rien à faire.',
          'The alarm may ring for a few minutes. There is nothing to do.',
        ],
      ),
      notice(
        'delivery',
        'delivery-truck',
        ['Livraison', 'Delivery'],
        ['Un colis vous attend', 'A parcel is waiting for you'],
        [
          'Il est à l’accueil, aux heures d’ouverture. Pensez à une pièce d’identité.',
          'It is at reception, in opening hours. Please bring some identification.',
        ],
      ),
      notice(
        'meeting',
        'raised-hand',
        ['Réunion', 'Meeting'],
        ['Réunion des résidents', 'Residents’ meeting'],
        ['À l’ordre du jour : vos questions d’abord.', 'On the agenda: your questions first.'],
      ),
      notice(
        'event',
        'confetti-ball',
        ['Animation', 'Event'],
        ['Une animation pour tous', 'An event for everyone'],
        ['C’est gratuit et ouvert à tous les résidents.', 'Free, and open to all residents.'],
      ),
      notice(
        'bins',
        'recycling-symbol',
        ['Tri et encombrants', 'Bins and bulky waste'],
        ['Tri et encombrants', 'Bins and bulky waste'],
        [
          'Ce qui se trie, ce qui ne se dépose pas, et le jour du passage.',
          'What goes where, what doesn’t, and the collection day.',
        ],
      ),
      notice(
        'survey',
        'ballot-box-with-ballot',
        ['Votre avis', 'Your opinion'],
        ['Donnez-nous votre avis', 'Tell us what you think'],
        ['Deux questions, une minute. Répondez dans la discussion.', 'Two questions, one minute. Answer in the chat.'],
      ),
      notice(
        'found-object',
        'handbag',
        ['Objet trouvé', 'Lost property'],
        ['Objet trouvé', 'Lost property'],
        ['Il vous attend à l’accueil.', 'It is waiting for you at reception.'],
      ),
    ],
  },
]
