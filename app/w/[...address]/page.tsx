import { LabPage, labMetadata } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("w");
export default LabPage;
