import { LabPage, labMetadata } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("gh");
export default LabPage;
