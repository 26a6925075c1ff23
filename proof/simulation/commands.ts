import { adjusting } from './people/adjusting.ts'
import { avatars } from './people/avatars.ts'
import { blogging } from './people/blogging.ts'
import { booking } from './people/booking.ts'
import { bursts } from './people/bursts.ts'
import { buying } from './people/buying.ts'
import { carrying } from './people/carrying.ts'
import { catalogue } from './people/catalogue.ts'
import { checkingOut } from './people/checking-out.ts'
import { closing } from './people/closing.ts'
import { deciding } from './people/deciding.ts'
import { disputing } from './people/disputing.ts'
import { earning } from './people/earning.ts'
import { entering } from './people/entering.ts'
import { identity } from './people/identity.ts'
import { importing } from './people/importing.ts'
import { insiders } from './people/insider.ts'
import { invoicing } from './people/invoicing.ts'
import { lying } from './people/lying.ts'
import { moderating } from './people/moderating.ts'
import { notifying } from './people/notifying.ts'
import { office } from './people/office.ts'
import { oldFilesOfSellers } from './people/old-files.ts'
import { outsideWorld } from './people/outside.ts'
import { owning } from './people/owning.ts'
import { passkeys } from './people/passkeys.ts'
import type { Commands } from './people/plan.ts'
import { prices } from './people/prices.ts'
import { recovering } from './people/recovering.ts'
import { refunding } from './people/refunding.ts'
import { repeating } from './people/repeating.ts'
import { reporting } from './people/reporting.ts'
import { securing } from './people/securing.ts'
import { selling } from './people/selling.ts'
import { settling } from './people/settling.ts'
import { shelving } from './people/shelving.ts'
import { shopkeeping } from './people/shopkeeping.ts'
import { shopping } from './people/shopping.ts'
import { spending } from './people/spending.ts'
import { staffOnUsers } from './people/staff-on-users.ts'
import { statements } from './people/statements.ts'
import { stocking } from './people/stocking.ts'
import { supporting } from './people/supporting.ts'
import { talking } from './people/talking.ts'
import { zoning } from './people/zoning.ts'

/** Everything that can happen, and how often it does. */
export const COMMANDS: Commands = {
  ...buying,
  ...shopping,
  ...checkingOut,
  ...selling,
  ...shopkeeping,
  ...closing,
  ...identity,
  ...importing,
  ...oldFilesOfSellers,
  ...carrying,
  ...zoning,
  ...talking,
  ...earning,
  ...office,
  ...reporting,
  ...deciding,
  ...disputing,
  ...lying,
  ...refunding,
  ...supporting,
  ...settling,
  ...insiders,
  ...spending,
  ...booking,
  ...statements,
  ...adjusting,
  ...catalogue,
  ...invoicing,
  ...moderating,
  ...entering,
  ...securing,
  ...passkeys,
  ...recovering,
  ...staffOnUsers,
  ...owning,
  ...avatars,
  ...prices,
  ...stocking,
  ...shelving,
  ...blogging,
  ...notifying,
  ...repeating,
  ...bursts,
  ...outsideWorld,
}
