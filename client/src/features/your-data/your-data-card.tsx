import { ErrorBoundary } from '@/components/error-boundary'
import { Card } from '@/components/ui/card'
import { DeletedSection } from './deleted-section'
import { DeleteSection } from './delete-section'
import { ExportSection } from './export-section'
import { ImportSection } from './import-section'
import { useExport } from './use-export'

export function YourDataCard() {
  return (
    <Card title="Your data" description="It's yours to take along, to bring in and to delete">
      <ErrorBoundary part="This card">
        <YourData />
      </ErrorBoundary>
    </Card>
  )
}

function YourData() {
  const exporting = useExport()
  return (
    <>
      <ExportSection exporting={exporting} />
      <ImportSection />
      <DeletedSection />
      <DeleteSection exporting={exporting} />
    </>
  )
}
