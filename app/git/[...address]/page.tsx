import { LabPage, labMetadata } from "#components/workbench/lab-page.tsx";

export const generateMetadata = labMetadata("git");
export default LabPage;
